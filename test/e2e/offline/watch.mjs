// Preloaded into a process (`node --import`): notes each attempt to reach anything outside it, and each package loaded,
// in the file that RESTAGE_WATCH names. Node tells of every socket, name lookup and child process by its kind before
// the system is asked, whatever part of whichever package wanted it.
import { createHook } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';

const note = process.env['RESTAGE_WATCH'] ?? '';
const reaching =
  /^(TCPCONNECTWRAP|PIPECONNECTWRAP|UDPWRAP|UDPSENDWRAP|GETADDRINFOREQWRAP|GETNAMEINFOREQWRAP|QUERYWRAP|PROCESSWRAP)$/;

createHook({
  init(_id, kind) {
    if (reaching.test(kind)) appendFileSync(note, `${kind}\n`);
  },
}).enable();

const loader = `
  import { appendFileSync } from 'node:fs';
  export async function load(url, context, next) {
    const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
    if (name) appendFileSync(${JSON.stringify(note)}, 'package ' + name + '\\n');
    return next(url, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(loader)}`);

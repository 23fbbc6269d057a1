import { isJsonObject, type Json, parseJson } from '../../exchange/json.js';

/** One of the user's own files of Terraform CLI configuration. */
export interface OwnConfig {
  readonly file: string;
  readonly text: string;
}

/**
 * A Terraform CLI configuration that says all that the user's own says and sends registry hosts to an address. Of two
 * `host` blocks for one name terraform believes the last, so ours stand at the end.
 * @param own in the order in which terraform reads them; each in its native or its JSON syntax
 * @param modules base address of the registry's modules, ending in `/v1/modules/`
 */
export function terraformConfig(
  own: readonly OwnConfig[],
  hosts: readonly string[],
  modules: string,
): string {
  const parts = own.map(({ file, text }) => `# ${file}\n${nativeSyntax(text).trimEnd()}\n`);
  const blocks = hosts.map(
    (host) =>
      `host ${JSON.stringify(host)} {\n  services = { "modules.v1" = ${JSON.stringify(modules)} }\n}\n`,
  );
  return [...parts, `# restage exec\n${blocks.join('')}`].join('\n');
}

/** Which of the hosts the user's own configuration has a block for, which ours replace. */
export function replacedHosts(own: readonly OwnConfig[], hosts: readonly string[]): string[] {
  const text = own.map((config) => nativeSyntax(config.text).replace(/^\s*(#|\/\/).*$/gm, '')).join('\n');
  return hosts.filter((host) => text.includes(`host "${host}"`));
}

function nativeSyntax(text: string): string {
  const data = parseJson(text);
  return isJsonObject(data) ? membersOf(data, labelled).join('\n') : text;
}

/** Blocks whose members terraform expects as blocks with a label. */
const labelled = ['host', 'credentials', 'credentials_helper'];

function membersOf(data: Record<string, Json>, withLabel: readonly string[] = []): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (isJsonObject(value) && withLabel.includes(name)) {
      return Object.entries(value).flatMap(([label, body]) =>
        blocksOf(`${name} ${JSON.stringify(label)}`, body),
      );
    }
    return blocksOf(JSON.stringify(name), value);
  });
}

function blocksOf(head: string, value: Json): string[] {
  if (isJsonObject(value)) return [`${head} {\n${membersOf(value).join('\n')}\n}`];
  if (Array.isArray(value) && value.length > 0 && value.every(isJsonObject)) {
    return value.flatMap((one) => blocksOf(head, one));
  }
  return [`${head} = ${JSON.stringify(value)}`];
}

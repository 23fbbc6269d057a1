import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readModuleContent } from '../../src/edges/module-content.js';
import { ModuleProblem } from '../../src/edges/module-problem.js';
import { directoryWith } from './module-files.js';

async function rootOf(files: Readonly<Record<string, string>>) {
  return (await readModuleContent(await directoryWith(files))).root;
}

const problemOf = (dir: string): Promise<unknown> => readModuleContent(dir).catch((error: unknown) => error);

test('inputs have their description and their default as JSON text, empty when there is none', async () => {
  const { inputs } = await rootOf({
    'main.tf': `
      variable "required" {
        type        = string
        description = "Must be given."
      }
      variable "text"   { default = "a \\"quoted\\" é" }
      variable "none"   { default = "" }
      variable "null"   { default = null }
      variable "number" { default = 12 }
      variable "flag"   { default = false }
      variable "list"   { default = ["a", 1, null] }
      variable "object" {
        type    = object({ a = number })
        default = { a = 1, "b-c" = { d = [] } }
      }
      variable "template" { default = "$\${literal} %%{ if }" }
      variable "heredoc" {
        description = <<-EOT
          two
          lines
        EOT
        default = {}
      }
    `,
  });

  expect(inputs).toEqual([
    { name: 'flag', description: '', default: 'false' },
    { name: 'heredoc', description: 'two\nlines\n', default: '{}' },
    { name: 'list', description: '', default: '["a",1,null]' },
    { name: 'none', description: '', default: '""' },
    { name: 'null', description: '', default: 'null' },
    { name: 'number', description: '', default: '12' },
    { name: 'object', description: '', default: '{"a":1,"b-c":{"d":[]}}' },
    { name: 'required', description: 'Must be given.', default: '' },
    { name: 'template', description: '', default: '"${literal} %{ if }"' },
    { name: 'text', description: '', default: '"a \\"quoted\\" é"' },
  ]);
});

test('outputs, dependencies and managed resources come from all files of the directory', async () => {
  const root = await rootOf({
    'main.tf': `
      resource "aws_vpc" "this" {}
      resource "aws_subnet" "b" { vpc_id = aws_vpc.this.id }
      resource "aws_subnet" "a" {
        dynamic "tag" {
          for_each = var.tags
          content { key = tag.key }
        }
      }
      data "aws_ami" "not_managed" {}
    `,
    'outputs.tf':
      'output "id" {\n  value = aws_vpc.this.id\n  description = "Its id."\n}\noutput "arn" { value = 1 }',
    'modules.tf': `
      module "label" {
        source  = "acme/label/null"
        version = "~> 1.0"
      }
      module "subnet" { source = "./modules/subnet" }
    `,
    'notes.txt': 'resource "not" "read" {}',
    'examples/full/main.tf': 'resource "not" "read" {}',
  });

  expect(root).toMatchObject({ path: '', readme: '', empty: false });
  expect(root.outputs).toEqual([
    { name: 'arn', description: '' },
    { name: 'id', description: 'Its id.' },
  ]);
  expect(root.resources).toEqual([
    { name: 'a', type: 'aws_subnet' },
    { name: 'b', type: 'aws_subnet' },
    { name: 'this', type: 'aws_vpc' },
  ]);
  expect(root.dependencies).toEqual([
    { name: 'label', source: 'acme/label/null', version: '~> 1.0' },
    { name: 'subnet', source: './modules/subnet', version: '' },
  ]);
});

test('providers are those required with their constraints, and those only used with none', async () => {
  const { providers } = await rootOf({
    'versions.tf': `
      terraform {
        required_version = ">= 1.5"
        required_providers {
          aws = {
            source                = "hashicorp/aws"
            version               = ">= 5.0, < 6.0"
            configuration_aliases = [aws.other]
          }
          random = "~> 3.0"
          tls    = { source = "hashicorp/tls" }
        }
      }
    `,
    'main.tf': `
      provider "dns" { version = "~> 2.0" }
      resource "null_resource" "x" {}
      resource "aws_vpc" "x" { provider = aws.other }
      resource "google_thing" "x" { provider = google-beta }
      data "http" "x" { url = "x" }
    `,
  });

  expect(providers).toEqual([
    { name: 'aws', version: '>= 5.0, < 6.0' },
    { name: 'dns', version: '~> 2.0' },
    { name: 'google-beta', version: '' },
    { name: 'http', version: '' },
    { name: 'null', version: '' },
    { name: 'random', version: '~> 3.0' },
    { name: 'tls', version: '' },
  ]);
});

test('submodules are the directories below modules/ that hold terraform files', async () => {
  const { root, submodules } = await readModuleContent(
    await directoryWith({
      'main.tf': '',
      'README.md': '# Root',
      'modules/subnet/main.tf': 'variable "cidr" {}',
      'modules/subnet/ReadMe.MD': '# Subnet',
      'modules/alone/README.md': 'no terraform here',
      'modules/deep/er/main.tf': '',
      'modules/acl/acl.tf': 'terraform {\n required_providers {\n aws = { version = "5.0" }\n }\n}',
    }),
  );

  expect(root.readme).toBe('# Root');
  expect(submodules.map(({ path, readme, empty }) => ({ path, readme, empty }))).toEqual([
    { path: 'modules/acl', readme: '', empty: true },
    { path: 'modules/subnet', readme: '# Subnet', empty: false },
  ]);
  expect(submodules[0]?.providers).toEqual([{ name: 'aws', version: '5.0' }]);
  expect(submodules[1]?.inputs).toEqual([{ name: 'cidr', description: '', default: '' }]);
});

test('override files are laid over the others', async () => {
  const { inputs } = await rootOf({
    'a_override.tf': 'variable "x" { default = "over" }',
    'main.tf': 'variable "x" {\n  description = "kept"\n  default = "under"\n}',
  });

  expect(inputs).toEqual([{ name: 'x', description: 'kept', default: '"over"' }]);
});

test('no source is a minimal module with nothing in it', async () => {
  const { root, submodules } = await readModuleContent('');

  expect(root).toMatchObject({ path: '', empty: true, inputs: [], resources: [], providers: [] });
  expect(submodules).toEqual([]);
});

test('many modules read at once each get their own content', async () => {
  const dirs = await Promise.all(
    Array.from({ length: 20 }, (_, i) => directoryWith({ 'main.tf': `variable "v${i}" {}` })),
  );

  const contents = await Promise.all(dirs.map((dir) => readModuleContent(dir)));

  expect(contents.map(({ root }) => root.inputs[0]?.name)).toEqual(dirs.map((_, i) => `v${i}`));
});

test.each([
  ['variable "a" {\n  default =\n}', 2, 12],
  ['variable "a" {', 1, 14],
  ['}', 1, 1],
])('HCL that is broken like %j is a problem with file, line and column', async (text, line, column) => {
  const dir = await directoryWith({ 'main.tf': 'variable "fine" {}', 'modules/a/broken.tf': text });

  const problem = await problemOf(dir);

  const file = join(dir, 'modules/a/broken.tf');
  expect(problem).toBeInstanceOf(ModuleProblem);
  expect(problem).toMatchObject({ code: 'broken-hcl', file, at: { line, column } });
  expect((problem as Error).message.startsWith(`${file}:${line}:${column}: `)).toBe(true);
});

test.each([
  ['blocks', 'a {\n'.repeat(6000) + '}\n'.repeat(6000)],
  ['lists', `variable "a" {\n default = ${'['.repeat(200_000)}`],
])(
  '%s nested so deeply that the parser fails are a problem, and the next module is read',
  async (_, text) => {
    const dir = await directoryWith({ 'main.tf': text });

    expect(await problemOf(dir)).toMatchObject({ code: 'broken-hcl', file: join(dir, 'main.tf') });
    expect((await rootOf({ 'main.tf': 'variable "fine" {}' })).inputs).toHaveLength(1);
  },
);

test('there is an answer however deeply blocks are nested', async () => {
  for (const depth of [1500, 3000, 6000]) {
    const dir = await directoryWith({ 'main.tf': 'a {\n'.repeat(depth) + '}\n'.repeat(depth) });

    const outcome = await readModuleContent(dir).then(
      ({ root }) => root.path,
      (error: unknown) => error,
    );

    expect(outcome === '' || outcome instanceof ModuleProblem).toBe(true);
  }
}, 15_000);

test('a terraform file over the bound is a problem', async () => {
  const dir = await directoryWith({ 'main.tf': `# ${'x'.repeat(1024 * 1024)}` });

  expect(await problemOf(dir)).toMatchObject({ code: 'too-large', file: join(dir, 'main.tf') });
});

test('a directory that is not there is a problem', async () => {
  expect(await problemOf('/nowhere/module')).toMatchObject({ code: 'missing', file: '/nowhere/module' });
});

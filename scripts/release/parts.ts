import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
})

/** Packages whose own file names no licence, with the one that their LICENSE file holds. */
const licencesByFile: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

const lock = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) })

/** One part of a release as CycloneDX writes a component. */
interface Part {
  readonly type: 'library' | 'platform'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly object[]
  readonly hashes?: readonly object[]
}

/** An SPDX identifier stands alone, `(MIT OR Apache-2.0)` is an expression. */
const licensed = (text: string) =>
  /\s/.test(text) ? [{ expression: text.replace(/^\((.*)\)$/, '$1') }] : [{ license: { id: text } }]

async function partOf(tree: string, place: string, integrity: string | undefined): Promise<Part> {
  const said = manifest.parse(JSON.parse(await readFile(join(tree, place, 'package.json'), 'utf8')))
  const own = typeof said.license === 'string' ? said.license : said.license?.type
  const licence = own ?? said.licenses?.map(({ type }) => type).join(' OR ') ?? licencesByFile[said.name]
  if (licence === undefined) throw new Error(`${said.name} ${said.version} names no licence`)
  const [scope, name] = said.name.startsWith('@') ? said.name.split('/') : ['', said.name]
  const purl = `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${name}@${said.version}`
  const [algorithm, content] = integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': place,
    name: said.name,
    version: said.version,
    purl,
    licenses: licensed(licence),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(content ?? '', 'base64').toString('hex') }],
    }),
  }
}

const program = (name: string, version: string, licence: string): Part => ({
  type: 'platform',
  'bom-ref': name,
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
  licenses: licensed(licence),
})

/**
 * The list of parts of a release as CycloneDX 1.6: every package with version, licence and the hash that npm
 * checked, Node and PostgreSQL.
 * @param of `tree` is the release, `places` the folders of its packages
 */
export async function listOfParts(of: {
  readonly tree: string
  readonly places: Iterable<string>
  readonly version: string
  readonly built: string
  readonly node: string
  readonly postgres: string
}): Promise<object> {
  const { packages } = lock.parse(JSON.parse(await readFile(join(of.tree, 'package-lock.json'), 'utf8')))
  const parts = await Promise.all(
    [...of.places].sort().map((place) => partOf(of.tree, place, packages[place]?.integrity)),
  )
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: of.built,
      component: {
        type: 'application',
        'bom-ref': 'xingtan',
        name: 'xingtan',
        version: of.version,
        licenses: licensed('Apache-2.0'),
      },
    },
    components: [
      program('nodejs', of.node, 'MIT'),
      program('postgresql', of.postgres, 'PostgreSQL'),
      ...parts,
    ],
  }
}

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const usage = `npm run new:record -- <archive>/<name> <中文名称>
  archive: personal, professional, integrity
  name:    the type's name in kebab-case, e.g. language-ability
  example: npm run new:record -- personal/language-ability 语言能力`

const camel = (kebab: string): string =>
  kebab.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * A declaration to start from: reviewed by the school, one text field. Everything in it is meant to be
 * changed.
 */
function declaration(archive: string, name: string, title: string): string {
  return `import { defineRecord, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'

/** ${title}: say here what one row is, and which standard or system its words come from. */
export const ${name} = defineRecord({
  name: '${name}',
  title: '${title}',
  archive: '${archive}',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('名称', { required: true, maxLength: 100 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  review: {
    chain: [{ level: 'school' }],
    reasons: [{ field: 'attachments', text: '佐证材料看不清，请重新上传' }],
  },
  pages: {
    list: { columns: ['title'], filters: ['title'], order: 'title' },
    form: [{ title: '${title}', fields: ['title'] }],
    summary: ['title'],
  },
})
`
}

const [place = '', title = ''] = process.argv.slice(2)
const found = /^(personal|professional|integrity)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(place)
if (!found || title === '') {
  console.error(usage)
  process.exit(1)
}
const [, archive = '', kebab = ''] = found
const path = `catalogue/records/${archive}/${kebab}.ts`
if (existsSync(path)) {
  console.error(`${path} exists already`)
  process.exit(1)
}
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, declaration(archive, camel(kebab), title))
console.log(`${path} written. Fill in its fields, then: npm run generate && npm run check && npm test`)

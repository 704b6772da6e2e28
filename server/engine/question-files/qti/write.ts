import { xmlElement } from '../../../../catalogue/markup/letters.ts'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { FiledQuestion, FilePictures, Loss, QuestionFile } from '../filed.ts'
import { pictureName } from '../foreign-write.ts'
import { itemName, itemXml, lomOf } from './item.ts'

const packageSpace = 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1'

/** Questions as a package of QTI 3.0 (1EdTech): an item each, pictures, a manifest with metadata. */
export async function qtiOfQuestions(
  questions: readonly FiledQuestion[],
  pictures: FilePictures,
): Promise<QuestionFile> {
  const losses: Loss[] = []
  /** Pictures by their place in the package. */
  const used = new Map<string, Buffer>()
  const zip = new ZipFile()
  const resources = questions.map((question, i) => {
    const own = new Set<string>()
    const xml = itemXml(question, {
      lose: (what) => losses.push({ place: i + 1, what }),
      addressOf: (id) => {
        const bytes = pictures.get(id)
        if (!bytes) return null
        const path = `images/${pictureName(id, bytes)}`
        own.add(path)
        used.set(path, bytes)
        return `../${path}`
      },
    })
    const name = itemName(question.id, question.no)
    const href = `items/${name}.xml`
    zip.addBuffer(Buffer.from(xml), href)
    return xmlElement(
      'resource',
      { identifier: name, type: 'imsqti_item_xmlv3p0', href },
      xmlElement('metadata', {}, lomOf(question)),
      ...[href, ...own].map((file) => xmlElement('file', { href: file })),
    )
  })
  for (const [path, bytes] of used) zip.addBuffer(bytes, path, { compress: false })
  zip.addBuffer(Buffer.from(manifest(resources)), 'imsmanifest.xml')
  zip.end()
  return { bytes: await buffer(zip.outputStream), losses }
}

function manifest(resources: readonly string[]): string {
  const about = xmlElement(
    'metadata',
    {},
    xmlElement('schema', {}, 'QTI Package'),
    xmlElement('schemaversion', {}, '3.0.0'),
  )
  const whole = xmlElement(
    'manifest',
    { xmlns: packageSpace, identifier: 'xingtan-questions' },
    about,
    xmlElement('organizations', {}),
    xmlElement('resources', {}, ...resources),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole}\n`
}

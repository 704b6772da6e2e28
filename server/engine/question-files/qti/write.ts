import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { FiledQuestion, FilePictures, Loss, QuestionFile } from '../filed.ts'
import { endingOfPicture } from '../foreign-write.ts'
import { itemName, itemXml, lomOf } from './item.ts'

const packageSpace = 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1'

/** Questions as a package of QTI 3.0 (1EdTech): an item each, pictures, a manifest with metadata. */
export async function qtiOfQuestions(
  questions: readonly FiledQuestion[],
  pictures: FilePictures,
): Promise<QuestionFile> {
  const losses: Loss[] = []
  const used = new Set<string>()
  const zip = new ZipFile()
  const resources = questions.map((question, i) => {
    const own = new Set<string>()
    const xml = itemXml(question, {
      lose: (what) => losses.push({ place: i + 1, what }),
      addressOf: (id) => {
        if (!pictures.has(id)) return null
        own.add(id)
        return `../${pictureName(id, pictures)}`
      },
    })
    const href = `items/${itemName(question.id, question.no)}.xml`
    zip.addBuffer(Buffer.from(xml), href)
    for (const id of own) used.add(id)
    const files = [href, ...[...own].map((id) => pictureName(id, pictures))]
    return `<resource identifier="${itemName(question.id, question.no)}" type="imsqti_item_xmlv3p0" href="${href}"><metadata>${lomOf(question)}</metadata>${files.map((file) => `<file href="${file}"/>`).join('')}</resource>`
  })
  for (const id of used)
    zip.addBuffer(pictures.get(id) ?? Buffer.alloc(0), pictureName(id, pictures), { compress: false })
  zip.addBuffer(Buffer.from(manifest(resources)), 'imsmanifest.xml')
  zip.end()
  return { bytes: await buffer(zip.outputStream), losses }
}

const pictureName = (id: string, pictures: FilePictures): string =>
  `images/${id}.${endingOfPicture(pictures.get(id) ?? Buffer.alloc(0))}`

const manifest = (resources: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<manifest xmlns="${packageSpace}" identifier="xingtan-questions"><metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata><organizations/><resources>${resources.join('')}</resources></manifest>\n`

import { zipOfParts } from '../../../platform/package/test-zip.ts'

const package2006 = 'http://schemas.openxmlformats.org/package/2006'
const office2006 = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word2006 = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const xml = '<?xml version="1.0" encoding="UTF-8"?>'

const typesOf = (part: string, main: string): string =>
  `${xml}<Types xmlns="${package2006}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${main}"/></Types>`
const relations = (...lines: readonly string[]): string =>
  `${xml}<Relationships xmlns="${package2006}/relationships">${lines.join('')}</Relationships>`
const relation = (n: number, type: string, target: string): string =>
  `<Relationship Id="r${n}" Type="${office2006}/${type}" Target="${target}"/>`

/** A document of Word with so many letters, and what reviewers left in it. */
export function wordPaper({ letters = 320, comments = 0, changes = 0, word = '学' } = {}): Buffer {
  const inserted = '<w:ins w:id="1" w:author="a"><w:r><w:t>改</w:t></w:r></w:ins>'.repeat(changes)
  const comment = '<w:comment w:id="0" w:author="a"><w:p/></w:comment>'.repeat(comments)
  return zipOfParts({
    '[Content_Types].xml': typesOf('word/document.xml', 'wordprocessingml.document.main+xml'),
    '_rels/.rels': relations(relation(1, 'officeDocument', 'word/document.xml')),
    'word/document.xml': `${xml}<w:document ${word2006}><w:body><w:p><w:r><w:t>${word.repeat(letters)}</w:t></w:r>${inserted}</w:p></w:body></w:document>`,
    ...(comments > 0 && { 'word/comments.xml': `${xml}<w:comments ${word2006}>${comment}</w:comments>` }),
  })
}

/** A presentation with so many slides; the first one names a picture that may be missing. */
export function slidesPaper({ slides = 6, lacksPicture = false } = {}): Buffer {
  const numbers = Array.from({ length: slides }, (_, n) => n + 1)
  const slide = `${xml}<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>`
  return zipOfParts({
    '[Content_Types].xml': typesOf('ppt/presentation.xml', 'presentationml.presentation.main+xml'),
    '_rels/.rels': relations(relation(1, 'officeDocument', 'ppt/presentation.xml')),
    'ppt/presentation.xml': `${xml}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>`,
    ...Object.fromEntries(numbers.map((n) => [`ppt/slides/slide${n}.xml`, slide])),
    'ppt/slides/_rels/slide1.xml.rels': relations(relation(1, 'image', '../media/image1.png')),
    ...(!lacksPicture && { 'ppt/media/image1.png': 'png' }),
  })
}

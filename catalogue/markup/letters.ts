/** Text as it stands within an element. */
export const escapedText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Text as it stands in an attribute between double quotes, or within an element. */
export const escapedValue = (text: string): string => escapedText(text).replaceAll('"', '&quot;')

/** Text as XML takes it: letters that it has no place for are left out (XML 1.0, 2.2). */
export const xmlText = (text: string): string =>
  escapedValue(
    text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''),
  )

/** What stands in the attributes of an element; those without a value are left out. */
export type XmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element of XML around markup, in the order of its parts. */
export function xmlElement(name: string, attributes: XmlAttributes, ...inner: readonly string[]): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlText(String(value))}"`],
  )
  const begun = `<${name}${given.join('')}`
  const content = inner.join('')
  return content === '' ? `${begun}/>` : `${begun}>${content}</${name}>`
}

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

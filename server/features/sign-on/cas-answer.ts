/** Answer to a CAS ticket validation. */
export type TicketAnswer =
  | { readonly user: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly code: 'INVALID_REQUEST' | 'INVALID_TICKET' | 'INVALID_SERVICE'; readonly description: string }

const escaped = (text: string): string =>
  text
    // Characters that XML has no place for.
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The answer as XML (CAS protocol 3.0, 2.5). Names of attributes are the portal's own. */
export function asXml(answer: TicketAnswer): string {
  const inner =
    'code' in answer
      ? [
          `  <cas:authenticationFailure code="${answer.code}">`,
          `    ${escaped(answer.description)}`,
          '  </cas:authenticationFailure>',
        ]
      : [
          '  <cas:authenticationSuccess>',
          `    <cas:user>${escaped(answer.user)}</cas:user>`,
          '    <cas:attributes>',
          ...Object.entries(answer.attributes).map(
            ([name, value]) => `      <cas:${name}>${escaped(value)}</cas:${name}>`,
          ),
          '    </cas:attributes>',
          '  </cas:authenticationSuccess>',
        ]
  return [
    '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">',
    ...inner,
    '</cas:serviceResponse>',
    '',
  ].join('\n')
}

/** The answer as JSON, for systems that ask with `format=JSON`. */
export const asJson = (answer: TicketAnswer): object => ({
  serviceResponse: 'code' in answer ? { authenticationFailure: answer } : { authenticationSuccess: answer },
})

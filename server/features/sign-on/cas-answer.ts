import { xmlText } from '../../../catalogue/markup/letters.ts'

/** Answer to a CAS ticket validation. */
export type TicketAnswer =
  | { readonly user: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly code: 'INVALID_REQUEST' | 'INVALID_TICKET' | 'INVALID_SERVICE'; readonly description: string }

/** The answer as XML (CAS protocol 3.0, 2.5). Names of attributes are the portal's own. */
export function asXml(answer: TicketAnswer): string {
  const inner =
    'code' in answer
      ? [
          `  <cas:authenticationFailure code="${answer.code}">`,
          `    ${xmlText(answer.description)}`,
          '  </cas:authenticationFailure>',
        ]
      : [
          '  <cas:authenticationSuccess>',
          `    <cas:user>${xmlText(answer.user)}</cas:user>`,
          '    <cas:attributes>',
          ...Object.entries(answer.attributes).map(
            ([name, value]) => `      <cas:${name}>${xmlText(value)}</cas:${name}>`,
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

import type { ErrorCode } from '../../../catalogue/errors.ts'
import type { FailureBody } from '../../platform/http/server.ts'

/** Query parameters with a word of their own in OneRoster 1.2. */
const ofQuery: Readonly<Record<string, string>> = {
  filter: 'invalid_filter_field',
  sort: 'invalid_sort_field',
  orderBy: 'invalid_sort_field',
  fields: 'invalid_selection_field',
}

const ofCode: Partial<Readonly<Record<ErrorCode, string>>> = {
  sessionDead: 'unauthorisedrequest',
  forbidden: 'forbidden',
  missing: 'unknownobject',
  tooOften: 'server_busy',
  unavailable: 'server_busy',
  internal: 'internal_server_error',
}

/**
 * A failure as OneRoster 1.2 tells it (REST binding, `imsx_StatusInfo`). The standard answers it for refused
 * requests only, so a field that nobody knows is refused instead of being passed over.
 */
export const statusInfo: FailureBody = (code, failure) => {
  const field = failure.data?.errors[0]?.field ?? ''
  const minor = code === 'invalid' ? (ofQuery[field] ?? 'invaliddata') : (ofCode[code] ?? 'invaliddata')
  return {
    imsx_codeMajor: 'failure',
    imsx_severity: 'error',
    imsx_description: failure.msg,
    imsx_CodeMinor: {
      imsx_codeMinorField: [
        { imsx_codeMinorFieldName: field || 'TargetEndSystem', imsx_codeMinorFieldValue: minor },
      ],
    },
  }
}

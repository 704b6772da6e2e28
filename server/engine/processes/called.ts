import { processOf } from '../../../catalogue/processes/processes.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import type { CaseRow } from './row.ts'

type Case = Pick<CaseRow, 'value'> & { readonly type: ProcessName }

/** The name of a case, such as the title of a project; null for processes whose cases have none. */
export function nameOfCase({ type, value }: Case): string | null {
  const { titled } = processOf(type)
  const own = titled === undefined ? null : value[titled]
  return typeof own === 'string' ? own : null
}

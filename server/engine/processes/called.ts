import { processOf } from '../../../catalogue/processes/processes.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import type { CaseRow } from './row.ts'

type Case = Pick<CaseRow, 'value'> & { readonly type: ProcessName }

/**
 * What a case calls itself: a project by its title. Null for a process whose cases have no name of their own.
 */
export function nameOfCase({ type, value }: Case): string | null {
  const { titled } = processOf(type)
  const own = titled === undefined ? null : value[titled]
  return typeof own === 'string' ? own : null
}

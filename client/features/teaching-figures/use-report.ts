import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { figureList } from '../../../catalogue/contract/figure-table.ts'
import { teachingReport } from '../../../catalogue/contract/teaching/reports.ts'
import type { TeachingGroup, TeachingReport } from '../../../catalogue/figures/teaching.ts'
import { api } from '../../platform/api/api.ts'

/** What narrows a report, as it stands in the address. */
export const filterKeys = ['area_code', 'start', 'end', 'stage', 'subject'] as const
export type FilterKey = (typeof filterKeys)[number]
export type Question = Readonly<Record<string, string>>

/** A question without what is left to the server. */
export const askedOf = (question: Question): Record<string, string> =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ''))

/** Which table of which report. */
export interface ReportAt {
  readonly report: TeachingReport
  readonly group: TeachingGroup
}

const urlOf = ({ report }: ReportAt) => `/api/v1/jy/statistics/${report}`

/** One page of a report. */
export function useReport(at: ReportAt, question: Question, page: number) {
  const query = { ...askedOf(question), group_by: at.group, page, pageSize: 50 }
  return useQuery({
    queryKey: ['teaching-report', at.report, query],
    queryFn: ({ signal }) => api.get(urlOf(at), { schema: teachingReport, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** One page of what stands behind a number. */
export function useBehind(at: ReportAt, question: Question, page: number) {
  const query = { ...askedOf(question), group_by: at.group, page, pageSize: 20 }
  return useQuery({
    queryKey: ['teaching-report', 'list', at.report, query],
    queryFn: ({ signal }) => api.get(`${urlOf(at)}/list`, { schema: figureList, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
}

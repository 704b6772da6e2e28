import { useQuery } from '@tanstack/react-query'
import {
  analysis,
  countedPersons,
  panel,
  recordFigures,
  recordsBehind,
  reports,
  type Report,
} from '../../../catalogue/contract/analysis/figures.ts'
import { api } from '../../platform/api/api.ts'

/** What a page of statistics is asked, as it stands in its address. */
export type Question = Readonly<Record<(typeof filterKeys)[number], string>>
export const filterKeys = ['institution', 'stage', 'basis', 'on', 'compare', 'versus'] as const
/** Which list is open, beside the page of it. */
export const cellKeys = ['panel', 'row', 'column'] as const

const isReport = (name: string | undefined): name is Report => reports.some((one) => one === name)

/** The report that a page shows; its address ends with the name. */
export function reportOf(path: string): Report {
  const name = path.split('/').at(-1)
  return isReport(name) ? name : 'teacher_analysis'
}

/** What of a question is asked for; the rest is left to the server. */
export const askedOf = (question: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ''))

/** The figures of a page. Read again after a minute: they follow what is approved. */
export function useAnalysis(report: Report, question: Question) {
  const query = askedOf(question)
  return useQuery({
    queryKey: ['analysis', report, query],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/analysis/${report}`, { schema: analysis, query, signal, quiet: true }),
    staleTime: 60_000,
  })
}

/** One figure along the years, as lines. */
export function useTrend(report: Report, question: Question, key: string) {
  const { compare: _day, ...others } = question
  const query = { ...askedOf(others), panel: key }
  return useQuery({
    queryKey: ['analysis', report, 'trend', query],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/analysis/${report}/trend`, { schema: panel, query, signal, quiet: true }),
    staleTime: 60_000,
  })
}

/** Records of a type by the dimensions that it declares. */
export function useRecordFigures(type: string, institution: string) {
  const query = askedOf({ institution })
  return useQuery({
    queryKey: ['analysis', 'records', type, query],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/analysis/records/${type}`, { schema: recordFigures, query, signal, quiet: true }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
}

/** One page of the records behind a figure, or of their owners. */
export function useRecordsBehind(type: string, asked: Readonly<Record<string, string>>, page: number) {
  const query = { ...askedOf(asked), page, pageSize: 20 }
  return useQuery({
    queryKey: ['analysis', 'records', type, 'list', query],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/analysis/records/${type}/list`, { schema: recordsBehind, query, signal, quiet: true }),
    placeholderData: (before) => before,
  })
}

/** One page of the list behind a figure. */
export function usePersons(report: Report, asked: Readonly<Record<string, string>>, page: number) {
  const query = { ...askedOf(asked), page, pageSize: 20 }
  return useQuery({
    queryKey: ['analysis', report, 'persons', query],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/analysis/${report}/persons`, {
        schema: countedPersons,
        query,
        signal,
        quiet: true,
      }),
    placeholderData: (before) => before,
  })
}

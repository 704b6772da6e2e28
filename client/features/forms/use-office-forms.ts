import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { officeForm, officeFormPage, placeList } from '../../../catalogue/contract/office-forms.ts'
import { api } from '../../platform/api/api.ts'
import { download } from '../../platform/api/download.ts'

const url = '/api/v1/officeForm'
const key = ['office-forms'] as const

/** The forms that the own office keeps. */
export const useOfficeForms = (page: number) =>
  useQuery({
    queryKey: [...key, 'list', page],
    queryFn: ({ signal }) => api.get(url, { schema: officeFormPage, query: { page }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useOfficeForm = (id: number) =>
  useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => api.get(`${url}/${id}`, { schema: officeForm, signal, quiet: true }),
    staleTime: 0,
  })

/** What may be written between braces. */
export const useFormPlaces = () =>
  useQuery({
    queryKey: [...key, 'places'],
    queryFn: ({ signal }) => api.get(`${url}/places`, { schema: placeList, signal, quiet: true }),
  })

/** The name, the template where it is another one, and who prints the form. */
export interface FormText {
  readonly title: string
  readonly forHolders: boolean
  readonly fileId?: string
}

/** Begins, changes, publishes and ends forms; what is shown is read anew. */
export function useOfficeFormActs() {
  const cache = useQueryClient()
  const after = async <T>(done: Promise<T>): Promise<T> => {
    const answer = await done
    await cache.invalidateQueries({ queryKey: key })
    return answer
  }
  return {
    begin: (body: FormText) => after(api.post(url, { schema: officeForm, body })),
    change: (id: number, body: FormText & { editNo: number }) =>
      after(api.put(`${url}/${id}`, { schema: officeForm, body })),
    publish: (id: number, editNo: number) =>
      after(api.post(`${url}/${id}/publish`, { schema: officeForm, body: { editNo } })),
    end: (id: number, editNo: number) =>
      after(api.post(`${url}/${id}/end`, { schema: z.boolean(), body: { editNo } })),
    preview: (id: number, title: string, query: { teacherId: number; format: 'pdf' | 'docx' }) =>
      download(`${url}/${id}/preview`, query, `${title}（预览）.${query.format}`),
    template: (id: number, no: number, title: string) =>
      download(`${url}/${id}/versions/${no}/template`, {}, `${title}（第 ${no} 版模板）.docx`),
  }
}

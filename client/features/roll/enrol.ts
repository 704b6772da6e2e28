import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  enrolled,
  enrolledFields,
  enrolmentFields,
  knownAnswer,
  takenIn,
} from '../../../catalogue/contract/archive/enrolment.ts'
import { rollType } from '../../../catalogue/contract/archive/roll.ts'
import type { Field } from '../../../catalogue/define.ts'
import { readIdCard } from '../../../catalogue/kinds/id-card.ts'
import { definitionOf } from '../../engine/registry.ts'
import type { Values } from '../../engine/values.ts'
import { api } from '../../platform/api/api.ts'
import { fullDate } from '../../platform/format.ts'
import { path } from './use-roll.ts'

/** The sections of the form; fields of the basic information and beside it. */
export const sections = [
  { title: '身份', keys: ['name', 'idCardType', 'idCardNo', 'gender', 'birthDate', 'mobile'] },
  {
    title: '任职',
    keys: [
      'entryOn',
      'employmentStatus',
      'staffNo',
      'staffCategory',
      'inEstablishment',
      'employForm',
      'contractKind',
      'schoolStage',
      'mainSubject',
    ],
  },
] as const

/** A field of the form by its key. */
export const fieldOf = (key: string): Field | undefined =>
  Object.hasOwn(enrolmentFields, key)
    ? Object.entries(enrolmentFields).find(([name]) => name === key)?.[1]
    : definitionOf(rollType)?.fields[key]

/** Where the form begins. */
export const empty = (): Values => ({
  idCardType: '1',
  employmentStatus: '11',
  entryOn: fullDate(new Date().toISOString()),
})

const textIn = (values: Values, key: string): string => {
  const value = values[key]
  return typeof value === 'string' ? value.trim() : ''
}

/** What was typed, with birthday and gender as an identity card says them. */
export function withRead(values: Values, key: string, value: unknown): Values {
  const next = { ...values, [key]: value }
  if (key !== 'idCardNo' && key !== 'idCardType') return next
  const read = next['idCardType'] === '1' ? readIdCard(textIn(next, 'idCardNo').toUpperCase()) : null
  return read ? { ...next, ...read } : next
}

/** Who is asked about: null until name and number are whole. */
export function questionOf(values: Values) {
  const number = fieldOf('idCardNo')?.schema.safeParse(textIn(values, 'idCardNo'))
  const name = textIn(values, 'name')
  if (name === '' || !number?.success) return null
  return { name, idCardNo: String(number.data), birthDate: textIn(values, 'birthDate') || null }
}

/** The body of a new teacher, from what was typed. */
function draftOf(values: Values, apartFrom: readonly number[]) {
  const given = enrolledFields.map((key) => [key, values[key] ?? null] as const)
  return {
    values: Object.fromEntries(given),
    mobile: textIn(values, 'mobile'),
    entryOn: values['entryOn'] ?? null,
    employmentStatus: values['employmentStatus'] ?? null,
    apartFrom,
  }
}

/** The calls about new people; after each the roll is asked anew. */
export function useEnrolment() {
  const cache = useQueryClient()
  const settle = { onSettled: () => cache.invalidateQueries({ queryKey: ['records'] }) }
  const check = useMutation({
    mutationFn: (question: NonNullable<ReturnType<typeof questionOf>>) =>
      api.post(`${path}/check`, { schema: knownAnswer, body: question, quiet: true }),
  })
  const enrol = useMutation({
    mutationFn: ({ values, apartFrom }: { values: Values; apartFrom: readonly number[] }) =>
      api.post(path, { schema: enrolled, body: draftOf(values, apartFrom) }),
    ...settle,
  })
  const again = useMutation({
    mutationFn: (values: Values) =>
      api.post(`${path}/again`, {
        schema: takenIn,
        body: {
          name: textIn(values, 'name'),
          idCardNo: textIn(values, 'idCardNo'),
          entryOn: values['entryOn'] ?? null,
        },
      }),
    ...settle,
  })
  return { check, enrol: enrol.mutateAsync, again: again.mutateAsync }
}

/** Says of two people that they are not one. */
export function useApart() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (teacherIds: readonly [number, number]) =>
      api.post(`${path}/apart`, { schema: z.boolean(), body: { teacherIds } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['records'] }),
  })
}

import { registry } from '../../../app/records.ts'
import { idNumber } from '../../../app/testing/test-region.ts'
import { sampleOf } from '../../../app/testing/test-sample.ts'

let count = 0
/** What the form of a new teacher sends. */
export function draft(more: object = {}, values: object = {}) {
  const definition = registry['basicInfo']
  if (!definition) throw new Error('basicInfo')
  const sample = sampleOf(definition, (count += 1))
  const own = Object.entries(definition.fields).flatMap(([key, field]) =>
    field.writableBy === 'institution' && key !== 'orgEntryMonth' ? [[key, sample[key] ?? null]] : [],
  )
  const birthDate = `1990-03-${String(count + 1).padStart(2, '0')}`
  return {
    values: {
      ...Object.fromEntries(own),
      name: '温如玉',
      idCardType: '1',
      gender: '2',
      birthDate,
      idCardNo: idNumber(birthDate, false),
      staffNo: `N${count}`,
      inEstablishment: true,
      employForm: null,
      ...values,
    },
    mobile: '',
    entryOn: '2026-09-01',
    employmentStatus: '11',
    ...more,
  }
}

import type { ArchiveHead } from '../../../catalogue/contract/archive/archive.ts'
import { labelOf, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { yearsUntil } from '../../../catalogue/rules/compare.ts'
import { effectiveOf, forReader, type Values } from '../../engine/records/index.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Desk } from './document.ts'
import type { Facts } from './facts.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * Years and months from a month 'YYYY-MM' to a day, as people say it: 8 年 3 个月. Null when it has not
 * begun.
 */
export function lengthOf(from: string | null, until: string): string | null {
  if (from === null) return null
  const [year = 0, month = 1] = from.split('-').map(Number)
  const months = Number(until.slice(0, 4)) * 12 + Number(until.slice(5, 7)) - (year * 12 + month)
  if (months < 0) return null
  const parts = [
    months >= 12 && `${Math.floor(months / 12)} 年`,
    (months % 12 > 0 || months === 0) && `${months % 12} 个月`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** Inputs of a head; of the values in force only those of the basic information are read. */
export interface HeadAsked extends Pick<Desk, 'engine' | 'actor' | 'owner'> {
  readonly facts: Pick<Facts, 'effective' | 'date'>
}

/**
 * The head alone, for whoever reviews one record of a teacher. It is a reading of the basic information, and
 * is noted as one.
 */
export async function headAlone({ engine, actor, owner }: Omit<HeadAsked, 'facts'>): Promise<ArchiveHead> {
  const basic = engine.records['basicInfo']
  const effective = basic ? await effectiveOf(engine, actor, [basic], [owner.id]) : []
  if (effective.length > 0)
    await engine.readings.note(actor, { kind: 'record', type: 'basicInfo' }, [owner.id])
  return headOf({ engine, actor, owner, facts: { effective, date: null } })
}

/**
 * Who the archive is about, from the basic information in force. Age and years of service are counted to the
 * document's day.
 */
export function headOf({ engine, actor, owner, facts }: HeadAsked): ArchiveHead {
  const definition = engine.records['basicInfo']
  const row = facts.effective.find(({ type }) => type === 'basicInfo')
  const reader = row && { recordId: row.id, institutionId: owner.institutionId, stored: row.stored }
  const basic: Values = definition && reader ? forReader(engine.keys, definition, actor, reader) : {}
  const day = facts.date ?? today()
  const label = (dict: DictName, key: string) => {
    const code = textOf(basic[key])
    return code === null ? null : labelOf(dict, code)
  }
  const age = yearsUntil(textOf(basic['birthDate']), day)
  const teaches = [label('schoolStage', 'schoolStage'), label('subject', 'mainSubject')]
    .filter(Boolean)
    .join(' ')
  const lines: readonly (readonly [string, string | null])[] = [
    ['任教', teaches],
    ['教职工号', textOf(basic['staffNo'])],
    ['性别', label('gender', 'gender')],
    ['年龄', age === null ? null : `${age} 岁`],
    ['教龄', lengthOf(textOf(basic['teachStartMonth']), day)],
    ['在本校', lengthOf(textOf(basic['orgEntryMonth']), day)],
    ['最高学历', label('educationLevel', 'highestEducation')],
    ['岗位', label('positionGrade', 'positionGrade') ?? label('positionCategory', 'positionCategory')],
    ['职称', label('professionalTitle', 'professionalTitle')],
  ]
  return {
    teacherId: owner.id,
    name: owner.name,
    institution: owner.institution,
    photo: textOf(basic['photo']),
    facts: lines.flatMap(([word, text]) => (text ? [{ label: word, text }] : [])),
  }
}

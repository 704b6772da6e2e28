import { describe, expect, it } from 'vitest'
import { checkCatalogue } from '../check.ts'
import type { AnyRecord } from '../define.ts'
import { importOfOwn } from '../imports/records.ts'
import { menuFor } from '../pages/menus.ts'
import { records } from '../records/registry.gen.ts'
import { emptyBody, ownBody, type OwnBody, type OwnField } from './body.ts'
import { isOwnKey } from './key.ts'
import { faultsIn, mostOfType } from './judge-type.ts'
import { needsSecond, type JudgementContext } from './judge.ts'
import { typeFrom, typesIn } from './make-type.ts'
import { slotNames } from './slot-names.ts'
import { blankType, slots } from './slots.ts'
import type { OwnCheck, OwnTypeShape } from './type-body.ts'

const registry: Readonly<Record<string, AnyRecord>> = records
const province = { id: 1, name: '省教育厅', path: [1] }
const day = '2026-11-30'
const context = { today: day, thisYear: 2026 }

const field = (key: string, label: string, given: Partial<OwnField> = {}): OwnField => ({
  key,
  label,
  kind: 'text',
  section: '证件',
  uses: ['list', 'filter'],
  why: { purpose: '从业人员健康检查', basis: 'duty', keptYears: 5 },
  ...given,
})
const fields = [
  field('own1', '健康证号'),
  field('own2', '发证日期', { kind: 'date' }),
  field('own3', '联系电话', { kind: 'phone', masked: true, uses: [] }),
  field('own4', '说明', { kind: 'longText', uses: [] }),
  field('own5', '培训年份', { kind: 'year' }),
]
const record: OwnTypeShape = {
  title: '健康证',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  chain: ['school', 'area'],
  attachments: { maxCount: 3, required: true },
  expires: { label: '有效期至', section: '证件', required: true, latestOnly: true },
  order: 'own2',
  descending: true,
  summary: ['own1'],
  unique: { within: 'owner', fields: ['own1'] },
  checks: [],
}
const body = (given: Partial<OwnTypeShape> = {}, more: Partial<OwnBody> = {}): OwnBody => ({
  ...emptyBody,
  fields,
  record: { ...record, ...given },
  ...more,
})
const judging = (given: Partial<JudgementContext> = {}): JudgementContext => ({
  records: registry,
  above: blankType('own01'),
  before: null,
  given: fields.map(({ key }) => key),
  mayHide: true,
  most: 20,
  ...given,
})
const faultsAt = (given: Partial<OwnTypeShape>, more: Partial<JudgementContext> = {}) =>
  faultsIn(body(given), judging(more)).map((one) => one.field)

function made(given: Partial<OwnTypeShape> = {}): AnyRecord {
  const found = typeFrom('own01', body(given), province, day)
  if (!found) throw new Error('no type')
  return found
}

describe('a type of a region’s own', () => {
  it.each<[string, Partial<OwnTypeShape>]>([
    ['reviewed', {}],
    ['without its day', { expires: undefined, checks: [] }],
    ['recorded', { regime: 'recorded', chain: [], cardinality: 'one' }],
    ['of institutions', { owner: 'institution', regime: 'recorded', chain: [], expires: undefined }],
  ])('is a declaration that the catalogue finds sound: %s', (_, given) => {
    expect(faultsIn(body(given), judging())).toEqual([])
    expect(checkCatalogue({ ...registry, own01: made(given) })).toEqual([])
    expect(ownBody.parse(JSON.parse(JSON.stringify(body(given))))).toBeTruthy()
  })

  it('takes one of twelve tables, whose names are no types and no keys of the program', () => {
    expect(slotNames).toHaveLength(12)
    expect(Object.keys(slots)).toEqual(slotNames)
    expect(slotNames.filter((name) => Object.hasOwn(registry, name))).toEqual([])
    expect(isOwnKey('own01')).toBe(false)
    expect(typesIn([{ no: 1, office: province, type: 'own01', body: emptyBody }], day)).toEqual({})
  })

  it.each<[string, Partial<OwnTypeShape>]>([
    ['record.title', { title: '教师资格' }],
    ['record.chain', { chain: [] }],
    ['record.chain', { chain: ['area', 'school'] }],
    ['record.chain', { chain: ['school', 'school'] }],
    ['record.chain', { regime: 'recorded' }],
    ['record.regime', { owner: 'institution' }],
    ['record.expires', { owner: 'institution', regime: 'recorded', chain: [] }],
    ['record.expires', { expires: { label: '发证日期', section: '证件', required: true, latestOnly: true } }],
    ['record.order', { order: 'own9' }],
    ['record.order', { order: 'own3' }],
    ['record.order', { order: 'own4' }],
    ['record.summary', { summary: [] }],
    ['record.summary', { summary: ['own3'] }],
    ['record.unique', { unique: { within: 'owner', fields: ['own4'] } }],
    ['record.checks.0', { checks: [{ form: 'notLater', field: 'own1' }] }],
    ['record.checks.0', { checks: [{ form: 'notBefore', field: 'own2', other: 'own5' }] }],
    ['record.checks.0', { checks: [{ form: 'needs', field: 'own1', other: 'own1' }] }],
    ['record.checks.0', { checks: [{ form: 'anyOf', fields: ['own1', 'own3'] }] }],
  ])('is refused at %s with %j', (at, given) => {
    expect(faultsAt(given)).toContain(at)
    for (const { message } of faultsIn(body(given), judging())) expect(message).toMatch(/[\u4e00-\u9fff]/)
  })

  it('keeps what its records rest on, and wants a second person for every change of the type', () => {
    const before = body()
    const late = { before }
    expect(faultsAt({}, late)).toEqual([])
    expect(faultsAt({ title: '从业健康证', chain: ['school'] }, late)).toEqual([])
    expect(faultsAt({ cardinality: 'one' }, late)).toContain('record.cardinality')
    expect(faultsAt({ order: 'own1' }, late)).toContain('record.order')
    expect(faultsAt({ regime: 'recorded', chain: [] }, late)).toContain('record.regime')
    expect(faultsAt({ expires: undefined }, late)).toContain('record.expires')
    expect(needsSecond(before, null)).toBe(true)
    expect(needsSecond(before, before)).toBe(false)
    expect(needsSecond(body({ chain: ['school'] }), before)).toBe(true)
  })

  it('has at most forty fields, and a type of the program is never made one', () => {
    const many = Array.from({ length: mostOfType + 1 }, (_, i) => field(`own${i + 1}`, `第${i + 1}栏`))
    const given = many.map(({ key }) => key)
    const full = faultsIn(body({ order: 'own1', summary: ['own1'] }, { fields: many }), judging({ given }))
    expect(full).toContainEqual({ field: 'fields', message: `一类档案至多 ${mostOfType} 个栏目` })
    const fits = body(
      { order: 'own1', summary: ['own1'] },
      {
        fields: many
          .slice(1)
          .concat(many[0] ?? [])
          .slice(0, 40),
      },
    )
    expect(faultsIn(fits, judging({ given })).map((one) => one.field)).not.toContain('fields')
    const shipped = registry['rotation']
    if (!shipped) throw new Error('rotation')
    const asked = faultsIn({ ...emptyBody, record }, judging({ above: shipped }))
    expect(asked.map((one) => one.field)).toEqual(['record'])
  })

  it.each<[OwnCheck, object, object]>([
    [
      { form: 'notBefore', field: 'expiresOn', other: 'own2' },
      { expiresOn: '2027-01-01', own2: '2026-01-01' },
      { expiresOn: '2025-01-01', own2: '2026-01-01' },
    ],
    [{ form: 'notLater', field: 'own2' }, { own2: day }, { own2: '2026-12-01' }],
    [{ form: 'notLater', field: 'own5' }, { own5: 2026 }, { own5: 2027 }],
    [{ form: 'anyOf', fields: ['own1', 'own2'] }, { own1: 'x' }, { own1: null }],
    [{ form: 'needs', field: 'own1', other: 'own2' }, { own1: null }, { own1: 'x' }],
  ])('keeps the rule %j', (check, holds, fails) => {
    expect(faultsAt({ checks: [check] })).toEqual([])
    const [rule] = made({ checks: [check] }).rules?.checks ?? []
    const row = (given: object) => ({ ...Object.fromEntries(fields.map(({ key }) => [key, null])), ...given })
    expect(rule?.holds(row(holds), context)).toBe(true)
    expect(rule?.holds(row(fails), context)).toBe(false)
    expect(rule?.message).toMatch(/[\u4e00-\u9fff]/)
  })

  it('loses a rule with the field that it names, never its other fields', () => {
    const ended = fields.map((one) =>
      one.key === 'own1' ? { ...one, ended: { from: '2026-01-01', says: '不再收集' } } : one,
    )
    const checks: OwnCheck[] = [{ form: 'needs', field: 'own1', other: 'own2' }]
    const found = typeFrom('own01', body({ checks }, { fields: ended }), province, day)
    expect(found?.fields).not.toHaveProperty('own1')
    expect(found?.rules).toEqual({ constraints: [], checks: [] })
    expect(checkCatalogue({ ...registry, own01: found ?? blankType('own01') })).toEqual([])
  })

  it('has a template of its own, and a place in the menus of whom it concerns', () => {
    const template = importOfOwn(made())
    expect(template.by).toEqual(['idCardNo', 'own1'])
    expect(template.columns.map(({ head }) => head)).toContain('有效期至')
    const places = (role: 2 | 3 | 6, own: AnyRecord[]) =>
      menuFor(role, null, null, own)
        .flatMap(({ groups }) => groups.flatMap(({ entries }) => entries))
        .flatMap(({ path, title }) =>
          path.includes('/ziyouD') || path.includes('/ziyouS') ? [`${title} ${path}`] : [],
        )
    expect(places(2, [])).toEqual([])
    expect(places(2, [made()])).toEqual(['健康证 /mandata/ziyouDangan'])
    expect(places(3, [made()])).toEqual(['健康证 /examinePage/ziyouShenhe'])
    expect(places(6, [made({ regime: 'recorded', chain: [] })])).toEqual(['健康证 /examinePage/ziyouDengji'])
  })
})

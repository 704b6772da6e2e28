import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Place } from '../access/access.ts'
import type { AnyRecord } from '../define.ts'
import { provideOwnDicts } from '../dictionaries/dictionaries.ts'
import { rotation } from '../records/personal/rotation.ts'
import { records } from '../records/registry.gen.ts'
import { judge } from '../rules/judge.ts'
import { emptyBody, ownBody, type OwnBody, type OwnField } from './body.ts'
import { alikeLabels, faultsOf, needsSecond, type JudgementContext } from './judge.ts'
import { asksOf, concerns, layered, type OwnLayer } from './layers.ts'
import { namedBy } from './named-by.ts'

const registry: Readonly<Record<string, AnyRecord>> = records
const facts: AnyRecord = rotation
const province = { id: 1, name: '省教育厅', path: [1] }
const city = { id: 2, name: '市教育局', path: [1, 2] }
const district = { id: 3, name: '甲区教育局', path: [1, 2, 3] }
const other = { id: 4, name: '乙县教育局', path: [1, 2, 4] }
const school: Place = { institutionId: 30, districtId: 3, cityId: 2, provinceId: 1 }
const elsewhere: Place = { institutionId: 40, districtId: 4, cityId: 2, provinceId: 1 }
const day = '2026-11-30'

const field = (given: Partial<OwnField> = {}): OwnField => ({
  key: 'own17',
  label: '走教学校数',
  kind: 'integer',
  section: '基本情况',
  uses: ['list', 'filter'],
  why: { purpose: '核算走教津贴', basis: 'duty', document: '阳教〔2026〕15号', keptYears: 10 },
  ...given,
})
const body = (given: Partial<OwnBody> = {}): OwnBody => ({ ...emptyBody, ...given })
const layer = (office: OwnLayer['office'], given: Partial<OwnBody>, no = 1): OwnLayer => ({
  no,
  office,
  type: facts.name,
  body: body(given),
})
const at = (place: Place, layers: readonly OwnLayer[], on = day) =>
  layered(
    facts,
    layers.filter((one) => concerns(one, place)),
    (one) => asksOf(one, place),
    on,
  )
const judging = (given: Partial<JudgementContext> = {}): JudgementContext => ({
  records: registry,
  above: facts,
  before: null,
  given: ['own17', 'own18'],
  mayHide: true,
  most: 20,
  ...given,
})

describe('fields that an office adds', () => {
  const layers = [layer(district, { fields: [field()] })]

  it('stand in form, list and filters of its places and nowhere else', () => {
    const here = at(school, layers)
    expect(here.fields['own17']?.label).toBe('走教学校数')
    expect(here.pages.list.columns).toContain('own17')
    expect(here.pages.list.filters).toContain('own17')
    expect(here.pages.form.flatMap((section) => section.fields)).toContain('own17')
    expect(at(elsewhere, layers)).toBe(facts)
  })

  it('are seen by the offices above, which are not asked themselves', () => {
    const above = { institutionId: 2, districtId: null, cityId: 2, provinceId: 1 }
    expect(at(above, layers).fields['own17']?.own).toEqual({ office: 3, by: '甲区教育局' })
    const stricter = [
      layer(district, { fields: [field()], tightened: [{ field: 'description', help: '写明乡镇' }] }),
    ]
    expect(asksOf(stricter[0] as OwnLayer, above)).toBe(false)
  })

  it('must be filled from their day on, and say so before', () => {
    const asked = [layer(district, { fields: [field({ requiredFrom: '2027-01-01' })] })]
    const before = at(school, asked).fields['own17']
    expect([before?.required, before?.help]).toEqual([false, '自 2027-01-01 起必填'])
    const after = at(school, asked, '2027-01-01')
    expect(after.fields['own17']?.required).toBe(true)
    const missing = judge(after, {}, 1, { today: '2027-01-01', thisYear: 2027 }).errors
    expect(missing).toContainEqual({ field: 'own17', message: '请填写走教学校数' })
  })

  it('are out of the form once they ended', () => {
    const ended = [
      layer(district, { fields: [field({ ended: { from: '2026-12-01', says: '改由校历登记' } })] }),
    ]
    expect(at(school, ended).fields['own17']).toBeDefined()
    expect(at(school, ended, '2026-12-01').fields['own17']).toBeUndefined()
  })

  it('choose among their own options, an ended one only where it stands already', () => {
    const options = [
      { code: '1', label: '第一批' },
      { code: '2', label: '第二批', ended: true as const },
      { code: '3', label: '第三批' },
    ]
    provideOwnDicts([
      {
        key: 'own17',
        label: '批次',
        items: options.map(({ ended, ...one }) => ({ ...one, selectable: !ended, ...(ended && { ended }) })),
      },
    ])
    const chosen = at(school, [layer(district, { fields: [field({ kind: 'dict', options })] })]).fields[
      'own17'
    ]
    expect(chosen?.schema.safeParse('1').success).toBe(true)
    expect(chosen?.schema.safeParse('2').success).toBe(true)
    expect(chosen?.schema.safeParse('9').success).toBe(false)
    provideOwnDicts([])
  })
})

describe('what is wrong with a declaration', () => {
  const cases: [string, Partial<OwnField>, string, Partial<JudgementContext>?][] = [
    ['a key of nobody', { key: 'own99' }, 'fields.0.key'],
    ['a label that is there', { label: Object.values(facts.fields)[0]?.label ?? '' }, 'fields.0.label'],
    ['one option', { kind: 'dict', options: [{ code: '1', label: '甲' }] }, 'fields.0.options'],
    [
      'two options alike',
      { kind: 'dict', options: ['甲', ' 甲'].map((label, i) => ({ code: String(i), label })) },
      'fields.0.options',
    ],
    ['options of a number', { options: [{ code: '1', label: '甲' }] }, 'fields.0.options'],
    ['no such table', { kind: 'dict', dict: 'nothing' }, 'fields.0.dict'],
    ['another kind', { kind: 'text' }, 'fields.0.kind', { before: body({ fields: [field()] }) }],
    ['an open phone', { kind: 'phone', uses: [] }, 'fields.0.masked'],
    ['a sealed number', { sealed: true, uses: [] }, 'fields.0.sealed'],
    ['a filter of what is masked', { kind: 'text', masked: true }, 'fields.0.uses'],
    ['a form of a number', { form: 'digits' }, 'fields.0.form'],
    ['bounds the wrong way', { min: 5, max: 1 }, 'fields.0.min'],
    ['a file in a list', { kind: 'file' }, 'fields.0.uses'],
    ['a condition on itself', { visibleWhen: { field: 'own17', filled: true } }, 'fields.0.visibleWhen'],
    ['a condition on nothing', { requiredWhen: { field: 'nothing', filled: true } }, 'fields.0.visibleWhen'],
  ]
  it.each(cases)('%s', (_what, given, place, context = {}) => {
    const faults = faultsOf(body({ fields: [field(given)] }), judging(context))
    expect(faults.map((one) => one.field)).toEqual([place])
  })

  it('takes a sound one, and refuses the twenty-first field', () => {
    expect(faultsOf(body({ fields: [field()] }), judging())).toEqual([])
    const many = Array.from({ length: 21 }, (_, i) => field({ key: `own${i + 1}`, label: `自有栏目${i}` }))
    const faults = faultsOf(body({ fields: many }), judging({ given: many.map(({ key }) => key) }))
    expect(faults).toEqual([{ field: 'fields', message: '一类档案至多 20 个自有栏目' }])
  })

  it('lets nothing be deleted that somebody may have filled in', () => {
    const faults = faultsOf(body(), judging({ before: body({ fields: [field()] }) }))
    expect(faults[0]?.message).toBe('“走教学校数”已有人填写，只能停用，不能删除')
  })

  it('lets no shipped field become looser', () => {
    const text = Object.entries(facts.fields).find(([, { kind, maxLength }]) => kind === 'text' && maxLength)
    const [key = '', shipped] = text ?? []
    const asked = (maxLength: number) =>
      faultsOf(body({ tightened: [{ field: key, maxLength }] }), judging()).length
    expect(asked((shipped?.maxLength ?? 0) + 1)).toBe(1)
    expect(asked((shipped?.maxLength ?? 0) - 1)).toBe(0)
  })

  it('hides only what is not required and named by nothing, and only for the top office', () => {
    for (const [name, definition] of Object.entries(registry))
      for (const [key, shipped] of Object.entries(definition.fields)) {
        const found = faultsOf(body({ hidden: [key] }), judging({ above: definition }))
        const isFree =
          !shipped.required &&
          !shipped.ofPerson &&
          !shipped.derived &&
          namedBy(definition, key, registry).length === 0
        expect([name, key, found.length === 0]).toEqual([name, key, isFree])
      }
    expect(faultsOf(body({ hidden: ['description'] }), judging({ mayHide: false }))).toHaveLength(1)
  })

  it('asks a second person for duties, tightening and sealed fields, and for nothing else', () => {
    expect(needsSecond(body({ fields: [field()] }), null)).toBe(false)
    expect(needsSecond(body({ fields: [field({ requiredFrom: '2027-01-01' })] }), null)).toBe(true)
    expect(needsSecond(body({ fields: [field({ kind: 'text', sealed: true })] }), null)).toBe(true)
    expect(needsSecond(body({ hidden: ['description'] }), null)).toBe(true)
    expect(needsSecond(body({ fields: [field({ help: '按学期' })] }), body({ fields: [field()] }))).toBe(
      false,
    )
  })

  it('tells labels that sound like one that is there', () => {
    expect(alikeLabels('最高学历层次', registry['basicInfo'] as AnyRecord)).toContain('最高学历')
    expect(alikeLabels('走教学校数', facts)).toEqual([])
  })

  it('refuses shapes that no browser sends', () => {
    expect(ownBody.safeParse({ ...emptyBody, scripts: [] }).success).toBe(false)
    expect(ownBody.safeParse(body({ fields: [field({ key: 'name' })] })).success).toBe(false)
    expect(ownBody.safeParse({ ...emptyBody, fields: [{ ...field(), kind: 'richText' }] }).success).toBe(
      false,
    )
  })
})

it('whatever offices say, nothing becomes looser below them, and a place sees no more than the offices above', () => {
  const tightened = fc.record(
    {
      field: fc.constantFrom(...Object.keys(facts.fields)),
      requiredFrom: fc.constantFrom('2026-01-01', '2027-01-01'),
      maxLength: fc.integer({ min: 1, max: 600 }),
    },
    { requiredKeys: ['field'] },
  )
  const said = (office: OwnLayer['office']) =>
    fc
      .record({ tightened: fc.array(tightened, { maxLength: 4 }), adds: fc.boolean() })
      .map(({ tightened: more, adds }) =>
        layer(office, {
          tightened: more,
          fields: adds ? [field({ key: `own${office.id}`, label: `栏目${office.id}` })] : [],
        }),
      )
  const layers = fc.tuple(...[province, city, district, other].map(said))
  fc.assert(
    fc.property(layers, fc.constantFrom(school, elsewhere), (all, place) => {
      const narrow = at(place, all)
      const wide = layered(facts, all, () => true, day)
      expect(Object.keys(wide.fields)).toEqual(expect.arrayContaining(Object.keys(narrow.fields)))
      for (const [key, shipped] of Object.entries(facts.fields)) {
        const now = narrow.fields[key]
        expect(now).toBeDefined()
        if (shipped.required) expect(now?.required).toBe(true)
        if (shipped.maxLength !== undefined) expect(now?.maxLength).toBeLessThanOrEqual(shipped.maxLength)
      }
      const above = [place.districtId, place.cityId, place.provinceId]
      for (const { own } of Object.values(narrow.fields)) if (own) expect(above).toContain(own.office)
    }),
    { numRuns: 2_000 },
  )
})

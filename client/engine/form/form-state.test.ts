import { describe, expect, it } from 'vitest'
import { date, defineRecord, dict, text, type AnyRecord } from '../../../catalogue/define.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { formReducer, openForm, type FormEvent, type FormState } from './form-state.ts'
import { outgoing } from './outgoing.ts'
import { isOwnSave } from './own-save.ts'
import { restored, unsaved } from './safety-copy.ts'

const declared = defineRecord({
  name: 'award',
  title: '奖励',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('名称', { required: true }),
    gender: dict('性别', 'gender', { default: '1' }),
    wonOn: date('日期'),
    note: text('说明', { visibleWhen: { field: 'gender', in: ['2'] } }),
  },
  attachments: { maxCount: 2, maxSizeMB: 10, accept: ['jpg'], required: false },
  review: {
    chain: [{ level: 'school' }],
    reasons: [],
  },
  pages: {
    list: { columns: ['title'], filters: [], order: 'title' },
    form: [{ title: '奖励', fields: ['title', 'gender', 'wonOn', 'note'] }],
    summary: ['title'],
  },
})
const definition: AnyRecord = declared
const keys = Object.keys(definition.fields)

const photo = { id: '0197f1c2-0000-7000-8000-000000000001', name: '证书.jpg', mime: 'image/jpeg', bytes: 1 }

/** A record in force. */
const view: RecordView = {
  id: '0197f1c2-0000-7000-8000-000000000002',
  version: 3,
  ownerId: 1,
  ownerName: '林老师',
  institutionName: '一中',
  ownerNote: '',
  state: 'approved',
  summary: '省一等奖',
  effective: { title: '省一等奖', gender: '1', wonOn: null, note: null },
  effectiveAttachments: [photo],
  masked: [],
  appliedAt: null,
  appliedBy: null,
  pending: null,
  undoUntil: null,
  can: ['edit'],
}

const after = (state: FormState, ...events: FormEvent[]) => events.reduce(formReducer, state)
const opened = () => openForm({ definition, view, pending: true })

describe('a form', () => {
  it('of a new record opens with the defaults, and sends what was typed over them', () => {
    const fresh = openForm({ definition, view: null, pending: true })
    expect(fresh.values).toMatchObject({ gender: '1' })
    const typed = after(fresh, { type: 'set', key: 'title', value: '校级奖' })
    expect(outgoing(definition, typed, keys).values).toEqual({ title: '校级奖' })
  })

  it('of a record in force has nothing to send until something differs, and again when it is put back', () => {
    expect(outgoing(definition, opened(), keys).nothing).toBe(true)
    const typed = after(opened(), { type: 'set', key: 'title', value: '国家级' })
    expect(outgoing(definition, typed, keys).values).toEqual({ title: '国家级' })
    const back = after(typed, { type: 'set', key: 'title', value: '省一等奖' })
    expect(outgoing(definition, back, keys).nothing).toBe(true)
  })

  it('keeps what cannot be read yet, and does not send it', () => {
    const typed = after(opened(), { type: 'set', key: 'wonOn', value: '二零二四' })
    expect(outgoing(definition, typed, keys)).toMatchObject({ values: {}, unreadable: ['wonOn'] })
    expect(typed.values['wonOn']).toBe('二零二四')
  })

  it('sends a field empty that another one hides, and keeps its text for when it is shown again', () => {
    const shown = after(
      openForm({
        definition,
        view: { ...view, effective: { ...view.effective, gender: '2', note: '甲' } },
        pending: true,
      }),
      { type: 'set', key: 'gender', value: '1' },
    )
    expect(outgoing(definition, shown, keys).values).toEqual({ gender: '1', note: null })
    expect(shown.values['note']).toBe('甲')
  })

  it('forgets what the server refused as soon as that field is changed, and only then', () => {
    const refused = after(opened(), {
      type: 'refused',
      faults: [
        { field: 'title', message: '太长' },
        { field: 'wonOn', message: '太早' },
      ],
    })
    const mended = after(refused, { type: 'set', key: 'title', value: '短' })
    expect(mended.refused.map(({ field }) => field)).toEqual(['wonOn'])
  })

  it('goes on from the version somebody else saved without losing a letter of the typing', () => {
    const typed = after(opened(), { type: 'set', key: 'title', value: '我写的' })
    const newer = after(typed, { type: 'newer', view: { ...view, version: 5 } })
    expect(newer.version).toBe(5)
    expect(newer.values['title']).toBe('我写的')
    expect(newer.newer?.version).toBe(5)
  })

  it('counts as saved what was sent, not what was typed meanwhile', () => {
    const typed = after(
      opened(),
      { type: 'set', key: 'title', value: '第一次' },
      { type: 'saving' },
      { type: 'set', key: 'title', value: '第二次' },
      {
        type: 'saved',
        id: view.id,
        version: 4,
        saved: { values: { ...view.effective, title: '第一次' }, files: [photo.id] },
        left: 0,
      },
    )
    expect(outgoing(definition, typed, keys).values).toEqual({ title: '第二次' })
  })
})

describe('the copy on this computer', () => {
  it('holds only what is not on the server', () => {
    expect(unsaved(opened())).toEqual({})
    expect(unsaved(after(opened(), { type: 'set', key: 'title', value: '断电前' }))).toEqual({
      title: '断电前',
    })
  })

  it('brings back typing and files after a power cut', () => {
    const before = after(
      opened(),
      { type: 'set', key: 'title', value: '断电前' },
      { type: 'files', files: [] },
    )
    const draft = { values: unsaved(before), version: 3, at: 0 }
    const again = after(opened(), { type: 'restore', ...restored(draft, opened()) })
    expect(again.values['title']).toBe('断电前')
    expect(again.files).toEqual([])
    expect(unsaved(again)).toEqual(unsaved(before))
  })
})

describe('a save whose answer was lost on the way', () => {
  const sent = { version: 3, values: { title: '断网时' }, attachments: undefined }
  const stored = (version: number, title: string): RecordView => ({
    ...view,
    version,
    effective: { ...view.effective, title },
  })

  it('is known by its values, one version on', () => {
    expect(isOwnSave(stored(4, '断网时'), sent)).toBe(true)
    expect(isOwnSave(stored(4, '断网时'), { ...sent, attachments: [photo.id] })).toBe(true)
  })

  it('is not taken for one of somebody else', () => {
    expect(isOwnSave(stored(4, '他人写的'), sent)).toBe(false)
    expect(isOwnSave(stored(5, '断网时'), sent)).toBe(false)
    expect(isOwnSave(stored(4, '断网时'), { ...sent, attachments: [] })).toBe(false)
  })
})

import { useState } from 'react'
import type { OwnTypes as OwnTypesView } from '../../../catalogue/contract/own-fields.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { slotNames } from '../../../catalogue/own/slot-names.ts'
import type { OwnTypeShape } from '../../../catalogue/own/type-body.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ownApi } from './use-own-fields.ts'

type Line = OwnTypesView['list'][number]
const states = { none: '', inForce: '已启用', draft: '有草稿', asked: '待复核' } as const

/** Who fills an own type in, of whom: decided when it begins, because its records rest on it. */
const ways = {
  reviewed: { label: '教师填报，逐级审核', owner: 'teacher', regime: 'reviewed' },
  recorded: { label: '学校登记教师的情况', owner: 'teacher', regime: 'recorded' },
  institution: { label: '单位登记自身的情况', owner: 'institution', regime: 'recorded' },
} as const satisfies Record<string, Pick<OwnTypeShape, 'owner' | 'regime'> & { label: string }>
type Way = keyof typeof ways

/** Types of the region's own, and the beginning of another. */
export function OwnTypes({ lines, onOpen }: { lines: readonly Line[]; onOpen: (type: string) => void }) {
  const columns: readonly LineColumn<Line>[] = [
    {
      key: 'type',
      title: '档案',
      wide: true,
      render: ({ type, title }) => (
        <Button look="text" onClick={() => onOpen(type)}>
          {title}
        </Button>
      ),
    },
    { key: 'mine', title: '栏目', figure: true, render: ({ mine }) => mine },
    { key: 'state', title: '状态', render: ({ state }) => states[state] },
  ]
  return (
    <Panel
      title="自有档案"
      beside={
        <span className="x-soft x-note">
          {lines.length} / {slotNames.length}
        </span>
      }
    >
      {lines.length === 0 && (
        <Empty text="尚未设自有档案。系统自带的档案放不下的材料，可以在这里另设一类。" />
      )}
      {lines.length > 0 && (
        <LineTable
          label="自有档案"
          lines={lines}
          columns={columns}
          keyOf={({ type }) => type}
          stale={false}
        />
      )}
      {lines.length < slotNames.length && <NewType onOpen={onOpen} />}
    </Panel>
  )
}

function NewType({ onOpen }: { onOpen: (type: string) => void }) {
  const [title, setTitle] = useState('')
  const [way, setWay] = useState<Way>('reviewed')
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const [isBusy, setBusy] = useState(false)
  const begin = () => {
    setBusy(true)
    const { owner, regime } = ways[way]
    ownApi
      .begin(title.trim(), owner, regime)
      .then(({ type }) => onOpen(type))
      .catch((error: unknown) => {
        if (error instanceof ApiError) setFaults(error.errors)
        notify.error(sentenceOf(error), { stay: 4000 })
      })
      .finally(() => setBusy(false))
  }
  return (
    <form
      className="own-pair"
      onSubmit={(event) => {
        event.preventDefault()
        begin()
      }}
    >
      <TextField
        label="新设档案的名称"
        value={title}
        maxLength={20}
        fault={faults.find(({ field }) => field === 'title')?.message}
        onChange={setTitle}
      />
      <Choice
        label="由谁填写"
        isRequired
        value={way}
        options={Object.entries(ways).map(([code, { label }]) => ({ code, label }))}
        onChange={(code) => setWay(code as Way)}
      />
      <Button busy={isBusy} disabled={title.trim() === ''} type="submit">
        新设一类
      </Button>
    </form>
  )
}

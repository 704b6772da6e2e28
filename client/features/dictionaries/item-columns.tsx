import type { DictionaryItem, DictionaryView } from '../../../catalogue/contract/administration/dictionary.ts'
import { fullDate, thousands } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import type { LineColumn } from '../../ui/layout/line-table.tsx'

interface ItemColumns {
  readonly view: DictionaryView
  /** How often each code is used; null before that was counted. */
  readonly counts: Readonly<Record<string, number>> | null
  readonly onOpen: (item: DictionaryItem) => void
}

/** An item: code, name, other words, its days, how often it is used. */
export function itemColumns({ view, counts, onOpen }: ItemColumns): readonly LineColumn<DictionaryItem>[] {
  return [
    {
      key: 'code',
      title: '代码',
      sort: 'code',
      render: ({ code }) => <span className="x-num x-soft">{code}</span>,
    },
    {
      key: 'label',
      title: '名称',
      wide: true,
      sort: 'label',
      render: (item) => <Named view={view} item={item} />,
    },
    {
      key: 'days',
      title: '使用期限',
      render: (item) =>
        daysOf(item) && (
          <span className={item.state === 'ended' ? 'dictionaries-ended' : 'x-soft'}>{daysOf(item)}</span>
        ),
    },
    ...(counts
      ? [
          {
            key: 'used',
            title: '使用次数',
            figure: true as const,
            sort: 'used',
            render: ({ code }: DictionaryItem) => `${thousands(counts[code] ?? 0)} 处`,
          },
        ]
      : []),
    ...(view.fixed
      ? []
      : [
          {
            key: 'acts',
            title: '操作',
            render: (item: DictionaryItem) => (
              <Button look="text" onClick={() => onOpen(item)} aria-label={`修改${item.label}`}>
                修改
              </Button>
            ),
          },
        ]),
  ]
}

function Named({ view, item }: { view: DictionaryView; item: DictionaryItem }) {
  const { label, standard, heading, aliases, groups, state } = item
  const parents = groups.map((group) => view.groups.find((one) => one.code === group)?.label ?? group)
  const notes = [
    standard === null && '本平台新增',
    standard !== null && standard !== label && `标准名称：${standard}`,
    heading && '大类或仅供导入，不能选',
    aliases.length > 0 && `别名：${aliases.join('、')}`,
    standard === null && parents.length > 0 && `属于：${parents.join('、')}`,
  ].filter(Boolean)
  return (
    <div>
      <p className={state === 'inForce' ? undefined : 'x-soft'}>{label}</p>
      {notes.length > 0 && <p className="x-faint x-dense">{notes.join('　')}</p>}
    </div>
  )
}

/** The orders of the items; they are all in the browser. */
export const itemOrders = (counts: ItemColumns['counts']) => ({
  code: (a: DictionaryItem, b: DictionaryItem) => a.code.localeCompare(b.code, 'en', { numeric: true }),
  label: (a: DictionaryItem, b: DictionaryItem) => a.label.localeCompare(b.label, 'zh-CN'),
  ...(counts && {
    used: (a: DictionaryItem, b: DictionaryItem) => (counts[a.code] ?? 0) - (counts[b.code] ?? 0),
  }),
})

function daysOf({ state, from, to }: DictionaryItem): string {
  if (state === 'ended') return `${fullDate(to ?? '')}起停用`
  const begins = state === 'coming' && `${fullDate(from ?? '')}起可选`
  return [begins, to !== null && `${fullDate(to)}停用`].filter(Boolean).join('，')
}

import type { DictionaryItem, DictionaryView } from '../../../catalogue/contract/administration/dictionary.ts'
import { fullDate, thousands } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'

/** One item: code, name, other words, its days, how often it is used. */
export function ItemRow(props: {
  view: DictionaryView
  item: DictionaryItem
  used: number | null
  onOpen: () => void
}) {
  const { view, item, used, onOpen } = props
  const { code, label, standard, heading, aliases, groups, state } = item
  const parents = groups.map((group) => view.groups.find((one) => one.code === group)?.label ?? group)
  const notes = [
    standard === null && '本平台新增',
    standard !== null && standard !== label && `标准名称：${standard}`,
    heading && '大类或仅供导入，不能选',
    aliases.length > 0 && `别名：${aliases.join('、')}`,
    standard === null && parents.length > 0 && `属于：${parents.join('、')}`,
  ]
  return (
    <li className="dictionaries-item" data-testid="dictionary-item" data-code={code} data-state={state}>
      <span className="x-num x-soft">{code}</span>
      <div>
        <p className={state === 'inForce' ? undefined : 'x-soft'}>{label}</p>
        <p className="x-faint x-dense">{notes.filter(Boolean).join('　')}</p>
      </div>
      <span className={state === 'ended' ? 'dictionaries-ended' : 'x-soft x-dense'}>{daysOf(item)}</span>
      <span className="x-soft x-dense">{used !== null && `${thousands(used)} 处`}</span>
      {!view.fixed && (
        <Button onClick={onOpen} aria-label={`修改${label}`}>
          修改
        </Button>
      )}
    </li>
  )
}

function daysOf({ state, from, to }: DictionaryItem): string {
  if (state === 'ended') return `${fullDate(to ?? '')}起停用`
  const begins = state === 'coming' && `${fullDate(from ?? '')}起可选`
  return [begins, to !== null && `${fullDate(to)}停用`].filter(Boolean).join('，')
}

import Cascader from 'antd/es/cascader'
import { useState, type KeyboardEvent } from 'react'
import { areaLineage, areaTree, type AreaNode } from '../../../../catalogue/areas/areas.ts'
import { members } from '../../values.ts'
import type { InputProps } from '../client-kind.ts'

interface Node {
  readonly value: string
  readonly label: string
  readonly children?: Node[]
}

function nodeOf({ code, name, children }: AreaNode): Node {
  return { value: code, label: name, ...(children.length > 0 && { children: children.map(nodeOf) }) }
}

const tree = areaTree().map(nodeOf)

/** A masked code (with *) has no areas above it, so it is its own path. */
const pathOf = (code: string): string[] => (code.includes('*') ? [code] : areaLineage(code))

/** The first area whose path has this text in a name, in the order of the list that a search shows. */
function firstHit(text: string, nodes: readonly Node[] = tree): string | undefined {
  for (const { value, label, children } of nodes) {
    const found = label.includes(text) ? value : firstHit(text, children ?? [])
    if (found !== undefined) return found
  }
  return undefined
}

/** Enter takes the first hit of a search, unless the arrow keys have marked another one. */
function useFirstHit(onChange: InputProps['onChange']) {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState(false)
  const [isMarked, setMarked] = useState(false)
  return {
    open,
    onOpenChange: setOpen,
    showSearch: {
      limit: 30,
      searchValue: search,
      onSearch: (text: string) => {
        setSearch(text)
        setMarked(false)
      },
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key.startsWith('Arrow')) setMarked(true)
      if (event.key !== 'Enter' || search.trim() === '' || isMarked) return
      const hit = firstHit(search.trim())
      if (hit === undefined) return
      onChange(hit)
      setSearch('')
      setOpen(false)
    },
  }
}

/**
 * Chooses a division level by level or by typing a part of its name. Every level can be chosen: 籍贯 is often
 * a city only.
 */
export function AreaCascade({ id, field, value, invalid, describedBy, onChange }: InputProps) {
  const paths = members(value).map((code) => pathOf(String(code)))
  const shared = {
    id,
    className: 'xr-fill',
    options: tree,
    displayRender: (labels: string[]) => labels.join(''),
    changeOnSelect: true,
    showSearch: { limit: 30 },
    placeholder: '请选择，可输名称搜索',
    notFoundContent: '没有这个地方',
    allowClear: { label: `清除${field.label}` },
    ...(invalid && { status: 'error' as const, 'aria-invalid': true }),
    'aria-describedby': describedBy,
  }
  const single = useFirstHit(onChange)
  if (!field.multiple)
    return (
      <Cascader
        {...shared}
        {...single}
        value={paths[0] ?? []}
        onChange={(path) => onChange(path?.at(-1) ?? null)}
      />
    )
  return (
    <Cascader
      {...shared}
      multiple
      showCheckedStrategy={Cascader.SHOW_PARENT}
      value={paths}
      onChange={(chosen) => {
        const codes = chosen.flatMap((path) => path.at(-1) ?? [])
        onChange(codes.length > 0 ? codes : null)
      }}
    />
  )
}

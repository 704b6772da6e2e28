import Cascader from 'antd/es/cascader'
import { areaLineage, areaTree, type AreaNode } from '../../../catalogue/areas/areas.ts'
import type { InputProps } from './client-kind.ts'

interface Node {
  readonly value: string
  readonly label: string
  readonly children?: Node[]
}

function nodeOf({ code, name, children }: AreaNode): Node {
  return { value: code, label: name, ...(children.length > 0 && { children: children.map(nodeOf) }) }
}

const tree = areaTree().map(nodeOf)

/**
 * Chooses a division level by level or by typing a part of its name. Any level may be meant: 籍贯 is often a
 * city only.
 */
export function AreaCascade({ id, value, invalid, describedBy, onChange }: InputProps) {
  const code = typeof value === 'string' ? value : ''
  return (
    <Cascader
      id={id}
      className="xr-fill"
      options={tree}
      value={code === '' ? [] : code.includes('*') ? [code] : areaLineage(code)}
      onChange={(path) => onChange(path?.at(-1) ?? null)}
      displayRender={(labels) => labels.join('')}
      changeOnSelect
      showSearch={{ limit: 30 }}
      placeholder="请选择，可输名称查找"
      notFoundContent="没有这个地方"
      {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
      aria-describedby={describedBy}
    />
  )
}

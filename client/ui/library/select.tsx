import type { DefaultOptionType, SelectProps } from 'antd/es/select'
import { Control } from './control.tsx'

/** Chooses among options. */
export default function Select<V, O extends DefaultOptionType = DefaultOptionType>(props: SelectProps<V, O>) {
  return <Control className={props.className} draw={(parts) => <parts.Select<V, O> {...props} />} />
}

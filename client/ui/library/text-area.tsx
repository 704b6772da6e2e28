import type { TextAreaProps } from 'antd/es/input/TextArea'
import { Control } from './control.tsx'

/** Several lines that are typed in. */
export default function TextArea(props: TextAreaProps) {
  return <Control className={props.className} draw={(parts) => <parts.TextArea {...props} />} />
}

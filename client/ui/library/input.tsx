import type { InputProps, InputRef } from 'antd/es/input/Input'
import type { Ref } from 'react'
import { Control } from './control.tsx'

/** One line that is typed in. */
export default function Input(props: InputProps & { ref?: Ref<InputRef> }) {
  return <Control className={props.className} draw={(parts) => <parts.Input {...props} />} />
}

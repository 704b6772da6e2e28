/**
 * What the house takes of the component library, as one file (vite.config.ts): it is large and comes late.
 */
export { default as Input } from 'antd/es/input/Input'
export { default as TextArea } from 'antd/es/input/TextArea'
export { default as Select } from 'antd/es/select'
export { AntdRoot } from './antd-root.tsx'

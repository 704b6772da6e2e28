import { ButtonLink } from '../forms/button.tsx'
import { Empty } from './empty.tsx'

/** Stands in a page that shows one thing when its address does not say which. */
export function WithoutNumber({ list, label }: { list: string; label: string }) {
  return (
    <Empty text="地址里没有编号，请从列表打开。" action={<ButtonLink to={list}>打开{label}</ButtonLink>} />
  )
}

import { AntdRoot } from '../ui/antd-root.tsx'
import type { Page } from './pages.ts'

/** Stands a page in the antd theme. Its own module, so that pages without antd never fetch it. */
export function withAntd(Inner: Page): Page {
  return function PageWithAntd({ entry }) {
    return (
      <AntdRoot>
        <Inner entry={entry} />
      </AntdRoot>
    )
  }
}

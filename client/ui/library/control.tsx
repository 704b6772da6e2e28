import { createContext, use, useEffect, type ReactNode } from 'react'
import { loadLibrary, useLibrary, type Parts } from './library.ts'
import './control.css'

/** Whether the page stands in the library's frame already. */
const Framed = createContext(false)

/** True around what is to be read before the controls beside it come: the rows of a list. */
export const RowsFirst = createContext(false)

/** Stands a page in the frame of the library, which must have come. */
export function LibraryFrame({ children }: { children: ReactNode }) {
  const parts = useLibrary()
  if (!parts) return null
  return (
    <parts.AntdRoot>
      <Framed value>{children}</Framed>
    </parts.AntdRoot>
  )
}

/**
 * A control of the library. Until that has come, a box of the same size stands for it; the first control that
 * is drawn fetches it, unless rows are to come first.
 */
export function Control({
  className = '',
  draw,
}: {
  className?: string | undefined
  draw: (parts: Parts) => ReactNode
}) {
  const parts = useLibrary()
  const framed = use(Framed)
  const later = use(RowsFirst)
  useEffect(() => {
    // Without it the page stays readable; the next control asks again.
    if (!later) void loadLibrary().catch(() => undefined)
  }, [later])
  if (!parts) return <span className={`x-control-waiting ${className}`} aria-hidden />
  if (framed) return draw(parts)
  return (
    <parts.AntdRoot>
      <Framed value>{draw(parts)}</Framed>
    </parts.AntdRoot>
  )
}

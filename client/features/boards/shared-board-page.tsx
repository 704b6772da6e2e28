import { useState } from 'react'
import { BlankPage } from '../../ui/layout/blank-page.tsx'
import { Stage } from './stage.tsx'

/**
 * A board that a link opens without signing in. The secret stands behind the # of the address, which is sent
 * to nobody.
 */
export function SharedBoardPage() {
  const [secret] = useState(() => location.hash.slice(1))
  if (secret === '') return <NoSecret />
  return <Stage source={{ secret }} begin={null} />
}

function NoSecret() {
  return (
    <BlankPage title="链接不完整" ways={null}>
      <p>请打开完整的大屏链接，或向制作单位索取新的链接。</p>
    </BlankPage>
  )
}

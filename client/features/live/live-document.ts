import { useEffect, useState } from 'react'

const mark = 'live-reloaded'

const isLiveDocument = () => document.head.querySelector('meta[name="live-page"]') !== null

/**
 * Whether this document may reach the live server. Only a document that was loaded at this address may
 * (content security policy), so one that came here from another page is loaded anew, once.
 * @param wanted whether the broadcast is played here
 */
export function useLiveDocument(wanted: boolean): boolean {
  const [isOne] = useState(isLiveDocument)
  useEffect(() => {
    if (isOne) sessionStorage.removeItem(mark)
    else if (wanted && sessionStorage.getItem(mark) === null) {
      sessionStorage.setItem(mark, '1')
      location.reload()
    }
  }, [isOne, wanted])
  return isOne
}

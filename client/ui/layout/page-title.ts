import { useEffect } from 'react'

const product = '杏坛'

/** Names the browser tab after the page: 学习经历 - 杏坛. Screen readers announce it on navigation. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} - ${product}` : product
  }, [title])
}

import { useLocation } from 'react-router'

/**
 * The addresses of the page one is on: the list, one institution, a new one below another, many of them
 * pasted.
 */
export function useAddresses() {
  const { pathname } = useLocation()
  return {
    list: pathname,
    one: (id: number) => `${pathname}?id=${id}`,
    below: (id: number) => `${pathname}?under=${id}`,
    fresh: (parent: number) => `${pathname}?new=1&under=${parent}`,
    many: (parent: number) => `${pathname}?many=1&under=${parent}`,
  }
}

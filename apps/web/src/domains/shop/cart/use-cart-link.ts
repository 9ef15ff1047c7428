import { useLocation } from 'react-router'

/** Link to the cart, which is a drawer: closing it leads back to the shop page where it was opened. */
export const useCartLink = () => {
  const { pathname, search } = useLocation()
  return { to: '/shop/cart', state: { from: pathname + search } }
}

/** Where closing the cart leads: the shop page where it was opened, otherwise the catalogue. */
export const useCartOrigin = (): string => {
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && from.startsWith('/shop') && !from.startsWith('/shop/cart') ? from : '/shop'
}

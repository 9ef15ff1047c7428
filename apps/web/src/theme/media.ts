/** Media queries of media.css, for `matchMedia`; `media.test.ts` checks that they are equal. */
export const media = {
  phone: '(width < 48em)',
  tablet: '(width < 64em)',
  narrowDesk: '(width < 75em)',
}

/** Pixels. Phones have no columns for range, trend and change: the range is below the name, the trend in the drawer. */
export type Sizes = { head: number; group: number; row: number; item: number; range: number; trend: number; change: number; column: number }

const staffSizes: Sizes = { head: 46, group: 30, row: 36, item: 192, range: 112, trend: 108, change: 72, column: 106 }
const patientSizes: Sizes = { head: 58, group: 44, row: 56, item: 224, range: 128, trend: 116, change: 76, column: 118 }
const phoneSizes: Sizes = { head: 50, group: 40, row: 58, item: 152, range: 0, trend: 0, change: 0, column: 96 }
/** Visible part of the next column on phones, which shows that there are more. */
const peek = 24

/** Names and column headings need more space in languages other than Japanese. */
const extraWidth = { item: 34, column: 24 }

export const sizesOf = (audience: 'staff' | 'patient', isPhone: boolean, language: string): Sizes => {
  const sizes = isPhone ? phoneSizes : audience === 'patient' ? patientSizes : staffSizes
  const scaled = scaleToText(language === 'ja' || isPhone ? sizes : { ...sizes, item: sizes.item + extraWidth.item, column: sizes.column + extraWidth.column })
  return isPhone ? fitToPhone(scaled) : scaled
}

/** Widens the columns so that whole ones fill the window: half a number is not readable. */
function fitToPhone(sizes: Sizes): Sizes {
  const left = window.innerWidth - sizes.item - peek
  const count = Math.floor(left / sizes.column)
  return count < 1 ? sizes : { ...sizes, column: Math.floor(left / count) }
}

/** Rows and columns grow with the user's text size; the item column then takes at most three fifths of the window. */
function scaleToText(sizes: Sizes): Sizes {
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
  if (scale === 1) return sizes
  const scaled = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, Math.round(size * scale)])) as Sizes
  return { ...scaled, item: Math.min(scaled.item, Math.round(window.innerWidth * 0.6)) }
}

/** Widths of the columns before the values; the first one or two are sticky. */
export const leadOf = (sizes: Sizes) => [sizes.item, sizes.range, sizes.trend, sizes.change].filter((width) => width > 0)
export const stickyWidthOf = (sizes: Sizes) => sizes.item + sizes.range

/** The only page of a list. */
export const paged = <Item>(items: Item[]) => ({ items, page: 1, next_page: null, total_count: items.length })

/** A page of a list with these `pages`. A page beyond the last one is empty and, as in many lists of the server, has the total 0. */
export const pageOf = <Item>(pages: Item[][], page = 1) => ({
  items: pages[page - 1] ?? [],
  page,
  next_page: page < pages.length ? page + 1 : null,
  total_count: pages[page - 1] ? (pages.length - 1) * 25 + (pages.at(-1)?.length ?? 0) : 0,
})

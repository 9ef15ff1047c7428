/** The only page of a list. */
export const paged = <Item>(items: Item[]) => ({ items, page: 1, next_page: null, total_count: items.length })

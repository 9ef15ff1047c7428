/** Default page size of paginated lists. */
export const pageSize = 25

export type Paged<Row> = { items: Row[]; page: number; next_page: number | null; total_count: number }

type Pageable<Row> = { limit: (limit: number) => { offset: (offset: number) => PromiseLike<Row[]> } }

/** A prepared query that has `limit` and `offset` as placeholders. */
type PreparedPage<Row> = (values: { limit: number; offset: number }) => PromiseLike<Row[]>

const rowsFrom = <Row>(query: Pageable<Row> | PreparedPage<Row>, limit: number, offset: number) =>
  typeof query === 'function' ? query({ limit, offset }) : query.limit(limit).offset(offset)

/** One page of a query whose rows have `total_count` (`count(*) over ()`). If the page is after the last one, the total is read with the list's first row. */
export const pageOf = async <Row extends { total_count: number }>(
  page: number,
  query: Pageable<Row> | PreparedPage<Row>,
  size = pageSize,
): Promise<Paged<Omit<Row, 'total_count'>>> => {
  const rows = await rowsFrom(query, size, (page - 1) * size)
  const [first] = rows.length || page === 1 ? rows : await rowsFrom(query, 1, 0)
  const total_count = first?.total_count ?? 0
  return { items: rows.map(({ total_count: _, ...row }) => row), page, next_page: page * size < total_count ? page + 1 : null, total_count }
}

/** An export reads pages of this size, so that it counts and sorts less often. */
export const exportPageSize = 2_000
export type Sized = { size?: number }

/** As `pageOf`, for a long list of wide rows: the page and the total are two statements, so that whole rows are read for the page only. */
export const countedPageOf = async <Row>(
  page: number,
  query: Pageable<Row> | PreparedPage<Row>,
  count: PromiseLike<number>,
  size = pageSize,
): Promise<Paged<Row>> => {
  const [items, total_count] = await Promise.all([rowsFrom(query, size, (page - 1) * size), count])
  return { items, page, next_page: page * size < total_count ? page + 1 : null, total_count }
}

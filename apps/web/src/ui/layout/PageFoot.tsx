import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../button/IconButton.tsx'

type Props = {
  className: string | undefined
  /** Which rows of how many are shown. */
  range: string
  labels: { pages: string; previous: string; next: string }
  size?: 'small' | 'large'
  page: number
  isLast: boolean
  onPage: (page: number) => void
}

/** Foot of a list: the rows shown, and buttons for the previous and the next page. A button without effect keeps the focus. Hidden if there is one page only. */
export function PageFoot({ className, range, labels, size = 'small', page, isLast, onPage }: Props) {
  if (page === 1 && isLast) return null
  return (
    <footer className={className}>
      <span>{range}</span>
      <nav aria-label={labels.pages}>
        <IconButton
          size={size}
          label={labels.previous}
          icon={<IconChevronLeft aria-hidden />}
          aria-disabled={page === 1}
          onClick={() => page > 1 && onPage(page - 1)}
        />
        <IconButton
          size={size}
          label={labels.next}
          icon={<IconChevronRight aria-hidden />}
          aria-disabled={isLast}
          onClick={() => !isLast && onPage(page + 1)}
        />
      </nav>
    </footer>
  )
}

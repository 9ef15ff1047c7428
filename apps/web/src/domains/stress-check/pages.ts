import type { StressForm } from '@sukoyaka/wire/record/stress-check'

const maxQuestionsPerPage = 6

export type FormPage = { section: StressForm['sections'][number]; items: StressForm['items'] }

/** Splits each section into pages of similar length that fit a phone. */
export const pagesOf = ({ sections, items }: Pick<StressForm, 'sections' | 'items'>): FormPage[] =>
  sections.flatMap((section) => {
    const own = items.filter((item) => item.section === section.code)
    const count = Math.ceil(own.length / maxQuestionsPerPage)
    const length = Math.ceil(own.length / count)
    return Array.from({ length: count }, (_, at) => ({ section, items: own.slice(at * length, (at + 1) * length) }))
  })

import { type Disease, diseaseKinds } from '@sukoyaka/wire/care/assessment'
import { useTranslation } from 'react-i18next'
import { htmlLang } from '../../i18n/language.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'

const levels = [1, 2, 3, 4, 5] as const
const groupOf = (kind: string) => diseaseKinds.find((group) => group === kind) ?? 'other'

/** Returns a function for the `lang` of a disease name: `ja` for a Japanese name on a page in another language, for fonts and screen readers. */
export const useNameLang = () => {
  const language = useLanguage()
  return ({ display_name, name_local }: Pick<Disease, 'display_name' | 'name_local'>) =>
    language !== 'ja' && display_name === name_local && /[^\x20-\x7f]/.test(display_name) ? 'ja' : undefined
}

/** Returns a function for the group and the danger level of a disease in words, and for the `lang` of its description. */
export const useDiseaseWords = () => {
  const { t } = useTranslation('assessment')
  const language = useLanguage()
  return (disease: Pick<Disease, 'kind' | 'danger_level' | 'text_language'>) => {
    const level = levels.find((known) => known === disease.danger_level)
    return {
      group: t(`group.${groupOf(disease.kind)}`),
      danger: level ? t('panel.danger', { level, word: t(`danger.${level}`) }) : t('panel.dangerUnknown'),
      text_lang: disease.text_language === language ? undefined : htmlLang[disease.text_language],
    }
  }
}

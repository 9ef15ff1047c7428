import { phrases } from '../language.ts'
import { en } from './explanation/en.ts'
import { ja } from './explanation/ja.ts'
import { kr } from './explanation/kr.ts'

export const explanation = phrases({ ja, en, kr })

import { setupApp } from './app.ts'
import { keyboardTables } from './kit/tables.ts'

setupApp()
keyboardTables()

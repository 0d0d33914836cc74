import { startWorld } from '../world.ts'
import { attack } from './credentials.attack.ts'

attack(startWorld)

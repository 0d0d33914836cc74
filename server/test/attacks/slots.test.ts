import { startWorld } from '../world.ts'
import { attack } from './slots.attack.ts'

attack(startWorld)

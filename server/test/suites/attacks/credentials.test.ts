import { startWorld } from '../../worlds/world.ts'
import { attack } from './credentials.attack.ts'

attack(startWorld)

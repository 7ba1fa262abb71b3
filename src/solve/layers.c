#include "solve/layers.h"
static uint64_t memory(const struct variant *v){(void)v;return 0;}
const struct engine layers_engine={.name="layers",.memory=memory};

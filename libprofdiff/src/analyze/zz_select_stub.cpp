// stub, not committed
#include "profdiff/trace_selection.h"
namespace profdiff {
bool IsStartup(const std::string& name) { return name == "__monstartup" || name == "__cxa_atexit"; }
SelectedTrace SelectCalls(Trace trace, const CallFilter&) { return {std::move(trace), {}}; }
}
